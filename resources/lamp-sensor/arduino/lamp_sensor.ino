/* A lamp sensor for Arduino or ESP32: two lamps of a Blackjack reader, seen through optocouplers, told in the reader
 * line protocol over USB. README.md has the wiring. It only listens to the lamps: nothing leads back to the reader. */
#include <EEPROM.h>

#include "floor_line.h"

/* Change these: make, model and serial number are how the house registers it. */
static const char MAKE[] = "Own";
static const char MODEL[] = "LampSensor";
static const char SERIAL_NUMBER[] = "0001";
static const char FIRMWARE[] = "1.0";

/* An optocoupler pulls its input low while its lamp is lit. */
static const uint8_t PINS[] = {2, 3};
static const uint8_t MEANS[] = {FLOOR_BLACKJACK, FLOOR_NO_BLACKJACK};
static const uint8_t LAMPS = sizeof PINS;
static const uint32_t STEADY_MS = 30;
static const uint32_t BEAT_MS = 1000;
static const uint32_t HELLO_MS = 4000;

static uint8_t session[8];
static uint32_t number = 0;
static uint32_t beat_at = 0, hello_at = 0;
static bool lit[LAMPS], seen[LAMPS];
static uint32_t since[LAMPS];
static uint8_t line[FLOOR_MOST_FRAME];

/* A session is new at every start: the starts are counted in memory that lasts. */
static void begin_session() {
#if defined(ESP32) || defined(ESP8266)
    EEPROM.begin(8);
#endif
    uint32_t starts = 0;
    EEPROM.get(0, starts);
    starts++;
    EEPROM.put(0, starts);
#if defined(ESP32) || defined(ESP8266)
    EEPROM.commit();
#endif
    floor_put(session, starts, 4);
    floor_put(session + 4, ((uint32_t)analogRead(A0) << 16) ^ micros(), 4);
}

static void greet(uint32_t now) {
    hello_at = now;
    Serial.write(line, floor_hello(line, 1, now, session, number, 1, MAKE, MODEL, SERIAL_NUMBER, FIRMWARE));
}

void setup() {
    Serial.begin(115200);
    for (uint8_t lamp = 0; lamp < LAMPS; lamp++) {
        pinMode(PINS[lamp], INPUT_PULLUP);
        lit[lamp] = seen[lamp] = digitalRead(PINS[lamp]) == LOW;
    }
    begin_session();
    greet(millis());
}

void loop() {
    uint32_t now = millis();
    for (uint8_t lamp = 0; lamp < LAMPS; lamp++) {
        bool on = digitalRead(PINS[lamp]) == LOW;
        if (on != seen[lamp]) {
            seen[lamp] = on;
            since[lamp] = now;
        } else if (on != lit[lamp] && now - since[lamp] >= STEADY_MS) {
            lit[lamp] = on;
            if (on) Serial.write(line, floor_signal(line, 1, ++number, now, MEANS[lamp], "--"));
        }
    }
    if (now - beat_at >= BEAT_MS) {
        beat_at = now;
        Serial.write(line, floor_heartbeat(line, 1, ++number, now, 0));
    }
    if (now - hello_at >= HELLO_MS) greet(now);
}
