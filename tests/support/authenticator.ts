import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Values to send in place of the correct ones, to test that the server rejects them. */
export type Slip = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  verified?: boolean;
  present?: boolean;
  counter?: number;
  userHandle?: string | null;
  signature?: Buffer;
  backupEligible?: boolean;
  backedUp?: boolean;
};

type Creation = { challenge: string; rp: { id: string }; user: { id: string } };
type Request = { challenge: string; rpId: string };

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasKey: 0x40 };

/** A software passkey: creates and signs the bytes that a browser with a real authenticator would send. */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  counter = 0;
  userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  create({ challenge, rp, user }: Creation, slip: Slip = {}) {
    this.userHandle = user.id;
    const authData = Buffer.concat([
      this.#authenticatorData(rp.id, slip, flags.hasKey),
      Buffer.alloc(16),
      uint16(this.id.length),
      this.id,
      coseKey(this.#keys.publicKey),
    ]);
    const attestationObject = cborMap([
      ['fmt', cborText('none')],
      ['attStmt', Buffer.of(0xa0)],
      ['authData', cborBytes(authData)],
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, slip).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  get({ challenge, rpId }: Request, slip: Slip = {}) {
    const authData = this.#authenticatorData(rpId, slip, 0);
    const clientData = this.#clientData('webauthn.get', challenge, slip);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const signature = slip.signature ?? sign('sha256', signed, this.#keys.privateKey);
    const userHandle = slip.userHandle === undefined ? this.userHandle : slip.userHandle;
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  #credential() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string, slip: Slip): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: slip.type ?? type,
        challenge: slip.challenge ?? challenge,
        origin: slip.origin ?? this.#origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(rpId: string, slip: Slip, extra: number): Buffer {
    const { present = true, verified = true, backupEligible = false, backedUp = false } = slip;
    const set = { present, verified, backupEligible, backedUp };
    const bits = Object.entries(set).reduce(
      (sum, [name, on]) => sum | (on ? flags[name as keyof typeof set] : 0),
      extra,
    );
    this.counter = slip.counter ?? this.counter + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const rpIdHash = createHash('sha256')
      .update(slip.rpId ?? rpId)
      .digest();
    return Buffer.concat([rpIdHash, Buffer.of(bits), counter]);
  }
}

const uint16 = (value: number): Buffer => Buffer.of(value >> 8, value & 255);

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length);
  if (length < 256) return Buffer.of((major << 5) | 24, length);
  return Buffer.concat([Buffer.of((major << 5) | 25), uint16(length)]);
}
const cborText = (text: string): Buffer =>
  Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborMap = (entries: [string | number, Buffer][]): Buffer =>
  Buffer.concat([
    cborHead(5, entries.length),
    ...entries.flatMap(([key, value]) => [typeof key === 'string' ? cborText(key) : cborInteger(key), value]),
  ]);

/** An ES256 public key in COSE format. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [1, cborInteger(2)],
    [3, cborInteger(-7)],
    [-1, cborInteger(1)],
    [-2, cborBytes(Buffer.from(x, 'base64url'))],
    [-3, cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}
