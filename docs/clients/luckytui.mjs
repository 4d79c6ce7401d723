// A player for luckytui in JavaScript, with nothing but Node's standard library (20 or later).
// It is the worked example of ../protocol.md and ../payloads.md.
//
//     node luckytui.mjs ADDRESS PORT NAME [CODE]
//
// It joins a table, plays at random, comes back when the connection is lost, and prints the result.

import crypto from "node:crypto";
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";

// ── MessagePack: maps become objects, binary a Buffer, nil null ──────────────────────────────────

function pack(value) {
  if (value === null) return Buffer.from([0xc0]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xc3 : 0xc2]);
  if (typeof value === "number") return packInteger(value);
  if (typeof value === "string") return packBytes(Buffer.from(value), 0xd9);
  if (Buffer.isBuffer(value)) return packBytes(value, 0xc4);
  const items = Array.isArray(value) ? value.map(pack) : Object.entries(value).flat().map(pack);
  const length = Buffer.alloc(3, Array.isArray(value) ? 0xdc : 0xde);
  length.writeUInt16BE(Array.isArray(value) ? items.length : items.length / 2, 1);
  return Buffer.concat([length, ...items]);
}

function packInteger(value) {
  if (-32 <= value && value < 128) return Buffer.from([value & 0xff]);
  const bytes = Buffer.from([0xd2, 0, 0, 0, 0]);
  bytes.writeInt32BE(value, 1);
  return bytes;
}

// `kind` is the one with a length of 8 bits; the next has 16.
function packBytes(bytes, kind) {
  const length = bytes.length;
  const head = length < 256 ? [kind, length] : [kind + 1, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}

function unpack(bytes) {
  let at = 0;
  const take = (length) => bytes.subarray(at, (at += length));
  const uint = (length) => take(length).readUIntBE(0, length);
  const text = (length) => take(length).toString();
  const list = (length) => Array.from({ length }, value);
  const map = (length) => Object.fromEntries(Array.from({ length }, () => [value(), value()]));
  function value() {
    const kind = uint(1);
    if (kind < 0x80) return kind;
    if (kind < 0x90) return map(kind & 15);
    if (kind < 0xa0) return list(kind & 15);
    if (kind < 0xc0) return text(kind & 31);
    if (kind >= 0xe0) return kind - 256;
    switch (kind) {
      case 0xc0: return null;
      case 0xc2: case 0xc3: return kind === 0xc3;
      case 0xc4: case 0xc5: case 0xc6: return Buffer.from(take(uint(2 ** (kind - 0xc4))));
      case 0xca: return take(4).readFloatBE();
      case 0xcb: return take(8).readDoubleBE();
      case 0xcc: case 0xcd: case 0xce: return uint(2 ** (kind - 0xcc));
      case 0xcf: return Number(take(8).readBigUInt64BE());
      case 0xd0: case 0xd1: case 0xd2: return take(2 ** (kind - 0xd0)).readIntBE(0, 2 ** (kind - 0xd0));
      case 0xd3: return Number(take(8).readBigInt64BE());
      case 0xd9: case 0xda: case 0xdb: return text(uint(2 ** (kind - 0xd9)));
      case 0xdc: case 0xdd: return list(uint(kind === 0xdc ? 2 : 4));
      case 0xde: case 0xdf: return map(uint(kind === 0xde ? 2 : 4));
    }
    throw new Error(`no MessagePack: ${kind}`);
  }
  return value();
}

// ── The code: CPace over X25519, as the responder ─────────────────────────────────────────────────

const [FIELD, CURVE] = [2n ** 255n - 19n, 486662n];

const sha256 = (bytes) => crypto.createHash("sha256").update(bytes).digest();
const sha256OfHex = (hex) => sha256(Buffer.from(hex, "hex")).toString("hex");
const asHex = (text) => Buffer.from(text).toString("hex");
const randomHex = () => crypto.randomBytes(32).toString("hex");
const sha512 = (...parts) => crypto.createHash("sha512").update(Buffer.concat(parts)).digest();
const modulo = (number) => ((number % FIELD) + FIELD) % FIELD;
const little = (bytes) => BigInt("0x" + Buffer.from(bytes).reverse().toString("hex"));

// Each part after its length, 7 bits a byte; a length here is always below 16384.
function joined(...parts) {
  const length = (n) => Buffer.from(n < 128 ? [n] : [(n % 128) + 128, n >> 7]);
  return Buffer.concat(parts.map((part) => Buffer.from(part)).flatMap((part) => [length(part.length), part]));
}

function power(base, exponent) {
  let result = 1n;
  for (; exponent; exponent >>= 1n, base = modulo(base * base)) if (exponent & 1n) result = modulo(result * base);
  return result;
}

// The code as a person types it.
const readCode = (text) => text?.toUpperCase().replace(/[-\s]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");

// The point that the code makes (Elligator 2).
function generator(code, certificate) {
  const padding = Buffer.alloc(127 - joined(code, "CPace255").length);
  const hash = sha512(joined("CPace255", code, padding, certificate, "")).subarray(0, 32);
  const number = little(hash) % 2n ** 255n;
  const u = modulo(-CURVE * power(modulo(1n + 2n * number * number), FIELD - 2n));
  const isSquare = power(modulo(u ** 3n + CURVE * u * u + u), (FIELD - 1n) / 2n) === 1n;
  const point = isSquare ? u : modulo(-u - CURVE);
  return Buffer.from(point.toString(16).padStart(64, "0"), "hex").reverse();
}

// The point, `secret` times. It throws for a point of small order, which only an impostor sends.
function multiply(secret, point) {
  const key = (prefix, bytes) => Buffer.concat([Buffer.from(prefix, "hex"), bytes]);
  const privateKey = { key: key("302e020100300506032b656e04220420", secret), format: "der", type: "pkcs8" };
  const publicKey = { key: key("302a300506032b656e032100", point), format: "der", type: "spki" };
  return crypto.diffieHellman({
    privateKey: crypto.createPrivateKey(privateKey),
    publicKey: crypto.createPublicKey(publicKey),
  });
}

function exchange(code, certificate, hostShare) {
  const secret = crypto.randomBytes(32);
  const share = multiply(secret, generator(code, certificate));
  const sent = { host: joined(hostShare, "host"), client: joined(share, "client") };
  const key = sha512(joined("CPace255_ISK", "", multiply(secret, hostShare)), sent.host, sent.client);
  const proof = (end) => crypto.createHmac("sha512", sha512(Buffer.from("CPaceMac"), key)).update(sent[end]).digest();
  return { share, mine: proof("client"), theirs: proof("host") };
}

// ── A connection: TLS 1.3, and frames in it ───────────────────────────────────────────────────────

function connect(address, port) {
  return new Promise((resolve, reject) => {
    // The host's certificate is self-signed: what counts is its fingerprint.
    const options = { host: address, port, minVersion: "TLSv1.3", rejectUnauthorized: false };
    const socket = tls.connect(options, () => resolve(socket));
    socket.once("error", reject);
    socket.setTimeout(SILENCE, () => socket.destroy());
  });
}

async function* frames(socket) {
  let buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    buffer = Buffer.concat([buffer, chunk]);
    while (buffer.length >= 4) {
      if (buffer.readUInt32BE() - 1 >= LARGEST) throw Object.assign(new Error("a frame"), { code: "too_big" });
      if (buffer.length < 4 + buffer.readUInt32BE()) break;
      const end = 4 + buffer.readUInt32BE();
      yield unpack(buffer.subarray(4, end));
      buffer = buffer.subarray(end);
    }
  }
}

// ── A player ──────────────────────────────────────────────────────────────────────────────────────

const SILENCE = 15_000; // milliseconds
const HOLD = 600_000; // so long a place is held
const LARGEST = 65536; // bytes of a frame
const WORDS = new URL("../../luckytui/table/check_words.txt", import.meta.url);
const TRY_AGAIN = ["crowded", "flood", "handshake_timeout", "dead_peer", "slow", "locked_out", "lost"];

// Of an error of the network; what is wrong in this program is no lost connection.
function codeOf(error) {
  if (!error.code) throw error;
  return error.code;
}

// What to give to an exchange in which everyone commits to a value before any is shown: first its hash, then itself.
function give({ id, asks, shares = [] }, value, hash) {
  if (asks === "hash" && shares.length === 0) return { request: "commit", id, hash };
  return asks === "value" && shares.some((share) => share.hash === hash) ? { request: "reveal", id, value } : null;
}

const hashOfNonce = (id, seat, nonce) => sha256OfHex(asHex(`luckytui nonce ${id} ${seat} `) + nonce);
// What is played, and by whom: with the seed known, another choice would be another deal. (A deck of one's own is not compared.)
const planOf = ({ game, options: { cards, ...options } }, names) => JSON.stringify([game, options, names]);
const listOf = (shares) => shares.map(({ seat, hash }) => ` ${seat} ${hash}`).join("");
const ofShare = ({ seat, name, hash = null, value = null }) => ({ seat, name, hash, value });

class Player {
  constructor(address, port, name, code) {
    Object.assign(this, { address, port, name, code });
    this.token = crypto.randomBytes(32); // the key to the place
    this.isNew = true; // no welcome has come for the token
    this.room = null;
    this.certificate = null; // the fingerprint of the host that knows the token
    this.move = null; // the last request, until a view names it
    this.hasAnswer = false; // an ack or a reject for it came
    Object.assign(this, { log: [], known: "" }); // and how far it has come: “The log” in ../payloads.md
    this.end = null; // the event that ends the game
    this.dealing = null; // how the seed of the game is made, as it was sent last: “A fair deal” in ../payloads.md
    this.words = null; // how the check words are made: “Check words”, there
    Object.assign(this, { deal: {}, nonce: {} }); // what we gave to both
    this.record = Buffer.alloc(0); // the game's record, as far as it has come
  }

  // Play until the end of a game; return the code of the bye.
  async play() {
    let lost = Date.now();
    for (let attempt = 0; ; attempt++) {
      const code = await this.visit(() => (attempt = 0)).catch(codeOf);
      if (attempt === 0) lost = Date.now();
      const isLost = TRY_AGAIN.includes(code) || code.startsWith("E");
      if (!isLost || this.certificate === null || Date.now() - lost > HOLD) return code;
      await sleep(Math.random() * Math.min(5000, 250 * 2 ** attempt));
    }
  }

  // One connection, from its beginning to the bye.
  async visit(welcomed) {
    const socket = await connect(this.address, this.port);
    const seen = sha256(socket.getPeerCertificate().raw);
    const say = (message) => {
      const payload = pack(message);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(payload.length);
      socket.write(Buffer.concat([length, payload]));
    };
    try {
      if (this.certificate && !seen.equals(this.certificate)) return "impostor";
      say({ type: "hello", program: "example 1", version: 1, features: { fair: 1 } });
      let expected = null;
      for await (const message of frames(socket)) {
        switch (message.type) {
          case "hello":
            if (message.open === Boolean(this.code) && this.isNew) return message.open ? "impostor" : "code_needed";
            if (message.open) this.join(say, seen);
            break;
          case "challenge": {
            if (!this.isNew) {
              this.join(say, seen);
              break;
            }
            const { share, mine, theirs } = exchange(this.code, seen, message.share);
            expected = theirs;
            say({ type: "auth", share, proof: mine });
            break;
          }
          case "proof":
            if (!expected || !crypto.timingSafeEqual(message.proof, expected)) return "impostor";
            this.join(say, seen);
            break;
          case "welcome":
            welcomed();
            Object.assign(this, { isNew: false, room: message.room, seat: message.seat });
            if (this.hasAnswer) this.move = null; // the view that named it was lost
            if (this.move) say(this.move);
            break;
          case "view": this.look(message, say); break;
          case "ack": case "reject": this.hasAnswer = true; break;
          case "ping": say({ type: "pong" }); break;
          case "bye": return message.code;
        }
      }
      return "lost";
    } finally {
      socket.destroy();
    }
  }

  join(say, certificate) {
    this.certificate = certificate;
    const { room, name, token, isNew, known } = this;
    say({ type: "join", room, name, watch: false, token, new: isNew, known });
  }

  // Take in every view; act on it unless it is older than the last move, which it then does not name.
  look(message, say) {
    const { match, paused, dealing, words, record, ...table } = unpack(message.payload);
    this.remember(table);
    Object.assign(this, { dealing: dealing ?? this.dealing, words: words ?? null }); // a dealing left out: as before
    const { size = 0, start = 0, piece = Buffer.alloc(0) } = record ?? {};
    if (start === this.record.length) this.record = Buffer.concat([this.record, piece]);
    if (this.move && !(message.answered && this.move.id.equals(message.answered))) return;
    this.move = null;
    this.end = this.log.find((entry) => entry.event === "end") ?? null;
    const isWhole = this.record.length >= size;
    const gift = this.giveToSeed(table) ?? (this.end && isWhole ? this.giveToWords() : null);
    if (gift) this.ask(gift, 0, say);
    else if (this.end && !isWhole) this.ask({ request: "fetch", start: this.record.length }, 0, say);
    else if (this.end && !this.makesWords()) say({ type: "leave" });
    else if (match?.prompt && !paused) {
      this.ask({ request: "act", move: match.moves[crypto.randomInt(match.moves.length)] }, match.prompt, say);
    }
  }

  // What this player gives to the seed now, if anything: nothing to a host that changes its commitment.
  giveToSeed({ occupants, next, ...table }) {
    if (!this.dealing) return null;
    const { id, commitment } = this.dealing;
    if (this.deal.id !== id) this.deal = { id, commitment, value: randomHex() };
    if (commitment !== this.deal.commitment) return null;
    const gift = give(this.dealing, this.deal.value, sha256OfHex(this.deal.value));
    if (gift?.request === "reveal") this.deal.plan = planOf(next ?? table, occupants.map(({ name = "" }) => name));
    return gift;
  }

  // The same for the check words, when the record has come and its sums are right.
  giveToWords() {
    const { id } = this.words ?? {};
    if (!id || !this.sum()) return null;
    if (this.nonce.id !== id) this.nonce = { id, value: randomHex() };
    const gift = give(this.words, this.nonce.value, hashOfNonce(id, this.seat, this.nonce.value));
    if (gift?.request === "reveal") this.nonce.list ??= listOf(this.words.shares); // from now on it stays the same
    return gift;
  }

  // Whether check words are still to come. Without those who are missing in the first round there is a second.
  makesWords() {
    const { id, shares = [] } = this.words ?? {};
    const given = shares.filter((share) => share.value).length;
    const isLast = given === shares.length || given < 2 || id.endsWith("/2");
    return Boolean(id && this.sum()) && !(given && isLast);
  }

  // The check words; nothing if they were not made in the round that was last.
  checkWords() {
    const { id, shares = [] } = this.words ?? {};
    const isRight = ({ seat, hash, value }) => value && hashOfNonce(id, seat, value) === hash;
    if (!shares.length || !shares.every(isRight) || listOf(shares) !== this.nonce.list) return null;
    const text = `luckytui words ${id} ${this.sum()}${listOf(shares)} `;
    const digest = sha256(Buffer.from(asHex(text) + shares.map((share) => share.value).join(""), "hex"));
    const words = readFileSync(WORDS, "utf8").split("\n");
    return [...digest.subarray(0, 4)].map((byte) => words[byte]).join(" ");
  }

  // The sum of the record's last line, if all are right; each is over the one before and the line up to itself.
  sum() {
    let last = "";
    for (const line of this.record.toString().split("\n").slice(0, -1)) {
      const [body, sum] = line.split(/,"sum":"([0-9a-f]{64})"}$/);
      if (sha256(last + body).toString("hex") !== sum) return null;
      last = sum;
    }
    return last;
  }

  // Whether the seed is made of what was committed to, with our value and everyone else's. A whole check replays the game.
  isFair() {
    const { id, seed, shares, ...start } = JSON.parse(this.record.toString().split("\n")[0] || "{}");
    if (!this.sum() || !shares || id !== this.deal.id || sha256OfHex(shares.secret) !== this.deal.commitment) return false;
    const isListed = JSON.stringify(shares.values) === JSON.stringify(this.dealing.shares.map(ofShare));
    const values = shares.values.map((share) => share.value);
    const areTheirs = shares.values.every(({ hash, value }) => value && sha256OfHex(value) === hash);
    const isSeed = sha256OfHex([shares.secret, id, ...values].join("")).slice(0, 32) === seed;
    const isMineIn = shares.values.some(({ seat, value }) => seat === this.seat && value === this.deal.value);
    return isListed && areTheirs && isSeed && isMineIn && this.deal.plan === planOf(start, start.names);
  }

  // Each entry comes once, also in views that are skipped. With a `log_id` the log begins anew.
  remember({ log_id, log_start = 0, log = [] }) {
    if (log_id) this.log = [];
    for (const entry of log) {
      const events = this.log.filter(({ event }) => !["said", "timeout", "undo", "back"].includes(event));
      const gone = entry.event === "undo" ? events.slice(-entry.events) : [];
      this.log = [...this.log.filter((each) => !gone.includes(each)), entry];
    }
    this.known = `${log_id || this.known.split(":")[0]}:${log_start + log.length}`;
  }

  ask(request, prompt, say) {
    this.move = { type: "move", id: crypto.randomBytes(16), prompt, payload: pack(request) };
    this.hasAnswer = false;
    say(this.move);
  }
}

const [address, port, name, code] = process.argv.slice(2);
const player = new Player(address, Number(port), name, readCode(code));
const reason = await player.play();
console.log(JSON.stringify({ reason, end: player.end, fair: player.isFair(), words: player.checkWords() }));
