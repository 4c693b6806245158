import { createHmac, timingSafeEqual } from 'node:crypto';

/*
 * A probe is a request to /healthz by "doctor" that asks how it arrived: only who can read the database can sign one. It
 * changes nothing, and is worth nothing a minute later.
 */

export const probeHeader = 'x-not-terrible-probe';

/** How a request arrived at the server. */
export type Arrival = {
  /** The IP address that counts as the client's. */
  client: string;
  /** The IP address that opened the connection. */
  peer: string;
  /** The Host header. */
  host: string;
};

const validMs = 60_000;

const signature = (key: Buffer, time: number): Buffer =>
  createHmac('sha256', key).update(`probe ${time}`).digest();

export const signedProbe = (key: Buffer, now: Date): string =>
  `${now.getTime()}-${signature(key, now.getTime()).toString('base64url')}`;

export function isProbe(key: Buffer, value: unknown, now: Date): boolean {
  const [, digits, given = ''] = /^(\d{13})-([\w-]{43})$/.exec(String(value)) ?? [];
  if (digits === undefined) return false;
  const time = Number(digits);
  return (
    Math.abs(now.getTime() - time) < validMs &&
    timingSafeEqual(Buffer.from(given, 'base64url'), signature(key, time))
  );
}
