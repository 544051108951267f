// A second verifier of floor-proof/1, written from resources/help/proofs.md alone. Usage: node verifier.mjs FILE
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const sha = (...parts) => parts.reduce((h, p) => h.update(p), createHash("sha256")).digest();
const hex = (text) => Buffer.from(text, "hex");
const node = (l, r) => sha(Buffer.from([1]), l, r);
const fail = (why) => { console.log(`wrong: ${why}`); process.exit(1); };

function checkpoint(note, key) {
  const cut = note.indexOf("\n\n");
  const text = note.slice(0, cut + 1);
  const [origin, size, root] = text.split("\n");
  const number = sha(Buffer.from(origin + "\n"), Buffer.from([1]), key).subarray(0, 4);
  const spki = Buffer.concat([hex("302a300506032b6570032100"), key]);
  const pub = createPublicKey({ key: spki, format: "der", type: "spki" });
  for (const line of note.slice(cut + 2).split("\n")) {
    const [mark, name, value] = line.split(" ");
    if (mark !== "—" || name !== origin) continue;
    const bytes = Buffer.from(value, "base64");
    if (!bytes.subarray(0, 4).equals(number)) continue;
    if (verify(null, Buffer.from(text), pub, bytes.subarray(4))) {
      return { origin, size: Number(size), root: Buffer.from(root, "base64") };
    }
  }
  fail("the checkpoint is not signed by that key");
}

// The entry's letters as they stand in the file: JSON.parse would not keep them.
function letters(file) {
  const start = file.indexOf('"entry":') + 8;
  let depth = 0, quoted = false;
  for (let at = start; at < file.length; at++) {
    const c = file[at];
    if (quoted) { if (c === "\\") at++; else if (c === '"') quoted = false; }
    else if (c === '"') quoted = true;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return file.slice(start, at + 1);
  }
}

// RFC 9162, 2.1.3.2 and 2.1.4.2, by recursion over the shape of the tree.
const split = (n) => { let k = 1; while (k * 2 < n) k *= 2; return k; };
function up(place, size, found, path) {
  if (size === 1) return path.length ? null : found;
  if (!path.length) return null;
  const k = split(size), last = path[path.length - 1], rest = path.slice(0, -1);
  if (place < k) { const l = up(place, k, found, rest); return l && node(l, last); }
  const r = up(place - k, size - k, found, rest);
  return r && node(last, r);
}
function both(m, n, path, whole, old) {
  if (m === n) return whole ? [old, old, path] : [path[0], path[0], path.slice(1)];
  const k = split(n), last = path[path.length - 1], rest = path.slice(0, -1);
  if (m <= k) { const [a, b, left] = both(m, k, rest, whole, old); return [a, node(b, last), left]; }
  const [a, b, left] = both(m - k, n - k, rest, false, old);
  return [node(last, a), node(last, b), left];
}

const file = readFileSync(process.argv[2], "utf8");
const proof = JSON.parse(file);
if (proof.format !== "floor-proof/1") fail("another format");
const now = checkpoint(proof.checkpoint, hex(proof.key));
const leaf = sha(Buffer.from([0]), sha(Buffer.from(letters(file))));
const root = up(proof.entry.seq - 1, now.size, leaf, proof.inclusion.map(hex));
if (!root || !root.equals(now.root)) fail("the entry is not in the log that was signed");
if (proof.earlier) {
  const before = checkpoint(proof.earlier, hex(proof.earlier_key));
  const [a, b, left] = both(before.size, now.size, proof.consistency.map(hex), true, before.root);
  if (left.length || !a.equals(before.root) || !b.equals(now.root)) fail("the log was rewritten");
}
console.log(`proved: ${proof.entry.station}-${proof.entry.seq} of ${now.size}`);
