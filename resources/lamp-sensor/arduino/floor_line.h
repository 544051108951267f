/* The reader line protocol, version 1, for small controllers: makes frames, and understands what the host may ask.
 * No memory is taken from the heap. `resources/help/reader-protocol.md` of floorapp describes every byte. */
#ifndef FLOOR_LINE_H
#define FLOOR_LINE_H

#include <stdint.h>
#include <string.h>

#define FLOOR_HELLO 0x01
#define FLOOR_HEARTBEAT 0x02
#define FLOOR_SIGNAL 0x03
#define FLOOR_SELF_TEST 0x04
#define FLOOR_TAMPER 0x05
#define FLOOR_FAULT 0x06
#define FLOOR_CLEARED 0x07

#define FLOOR_BLACKJACK 0x01
#define FLOOR_NO_BLACKJACK 0x02
#define FLOOR_SMALL 0x03
#define FLOOR_MEDIUM 0x04
#define FLOOR_LARGE 0x05

#define FLOOR_MOST_PAYLOAD 200
#define FLOOR_MOST_BODY (17 + FLOOR_MOST_PAYLOAD + 4)
/* A frame with its COBS byte and the zero bytes around it. */
#define FLOOR_MOST_FRAME (FLOOR_MOST_BODY + 3)

static uint32_t floor_crc(const uint8_t *octets, size_t count) {
    uint32_t crc = 0xFFFFFFFFu;
    while (count--) {
        crc ^= *octets++;
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (0xEDB88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

static uint8_t *floor_put(uint8_t *to, uint64_t value, int octets) {
    while (octets--) {
        *to++ = (uint8_t)value;
        value >>= 8;
    }
    return to;
}

/* One frame as it goes over the line; answers how many bytes it has, 0 if the payload is too long. */
static size_t floor_frame(uint8_t *line, uint16_t address, uint8_t type, uint32_t number, uint64_t uptime_ms,
                          const uint8_t *payload, size_t count) {
    uint8_t body[FLOOR_MOST_BODY];
    uint8_t *end = body;
    if (count > FLOOR_MOST_PAYLOAD) return 0;
    end = floor_put(end, 1, 1); /* version */
    end = floor_put(end, 0, 1); /* flags */
    end = floor_put(end, address, 2);
    end = floor_put(end, type, 1);
    end = floor_put(end, number, 4);
    end = floor_put(end, uptime_ms, 8);
    memcpy(end, payload, count);
    end += count;
    end = floor_put(end, floor_crc(body, (size_t)(end - body)), 4);

    /* COBS: every zero byte becomes the distance to the next one; a body has fewer than 255 bytes. */
    uint8_t *out = line;
    *out++ = 0;
    uint8_t *code = out++;
    *code = 1;
    for (const uint8_t *octet = body; octet < end; octet++) {
        if (*octet == 0) {
            code = out++;
            *code = 1;
        } else {
            *out++ = *octet;
            ++*code;
        }
    }
    *out++ = 0;
    return (size_t)(out - line);
}

static uint8_t *floor_text(uint8_t *to, const char *text) {
    size_t count = strlen(text);
    *to++ = (uint8_t)count;
    memcpy(to, text, count);
    return to + count;
}

/* Who it is; texts of at most 32 bytes. `last` is the number of the last frame sent. */
static size_t floor_hello(uint8_t *line, uint16_t address, uint64_t uptime_ms, const uint8_t session[8], uint32_t last,
                          uint8_t kind, const char *make, const char *model, const char *serial, const char *firmware) {
    uint8_t payload[FLOOR_MOST_PAYLOAD];
    uint8_t *end = payload;
    memcpy(end, session, 8);
    end = floor_put(end + 8, last, 4);
    end = floor_put(end, kind, 1);
    end = floor_put(end, 0, 1); /* marks: a real reader */
    end = floor_text(end, make);
    end = floor_text(end, model);
    end = floor_text(end, serial);
    end = floor_text(end, firmware);
    return floor_frame(line, address, FLOOR_HELLO, 0, uptime_ms, payload, (size_t)(end - payload));
}

/* `ails`: 0 nothing, 1 a fault, 2 a tamper, 3 both. */
static size_t floor_heartbeat(uint8_t *line, uint16_t address, uint32_t number, uint64_t uptime_ms, uint8_t ails) {
    return floor_frame(line, address, FLOOR_HEARTBEAT, number, uptime_ms, &ails, 1);
}

/* `up` is the up card in two letters, or "--" where it is not known. */
static size_t floor_signal(uint8_t *line, uint16_t address, uint32_t number, uint64_t uptime_ms, uint8_t signal,
                           const char *up) {
    uint8_t payload[3] = {signal, (uint8_t)up[0], (uint8_t)up[1]};
    return floor_frame(line, address, FLOOR_SIGNAL, number, uptime_ms, payload, 3);
}

#endif
