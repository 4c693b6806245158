import { z } from 'zod';

/**
 * Text as every store can keep it: PostgreSQL has no NUL, and neither database has lone surrogates. Other control
 * characters are invisible to people and only ever an accident or an attack, so they go as well.
 */
export function cleanText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
}

export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** Text of at most `max` code points. */
export const text = (max: number) =>
  z
    .string()
    .max(max * 2, `At most ${max} characters, please.`)
    .meta({ maxLength: max })
    .transform(cleanText)
    .refine((value) => codePoints(value) <= max, `At most ${max} characters, please.`);

export const dateProblem = 'Please give the date as ISO 8601, like 2026-01-31T12:00:00Z.';

/** A date or a time; without an offset it is UTC. */
export const isoDate = z
  .union(
    [
      z.iso.date(),
      z.iso.datetime({ offset: true, local: true }),
      z.iso.datetime({ offset: true, local: true, precision: -1 }),
    ],
    dateProblem,
  )
  .transform((value) =>
    new Date(/^[^T]*(?:$|T.*(?:Z|[+-]\d\d:\d\d)$)/.test(value) ? value : `${value}Z`).toISOString(),
  )
  .refine((value) => value >= '1000' && value <= '9999', 'This date is out of range.');

/** A date as answers carry it. */
export const date = z.iso.datetime();

const largestId = 2_147_483_647;

export const id = z.int().positive();

/** An id that is sent. A number beyond what the databases hand out names nothing: it is unknown rather than wrong. */
export const givenId = id.transform((value) => Math.min(value, largestId));
export const flag = z.union([z.literal(0), z.literal(1)]);

/** How a number in a path or query is described to whoever calls. */
const asInteger = (minimum: number, maximum?: number) => ({
  type: 'integer' as const,
  pattern: undefined,
  minimum,
  ...(maximum !== undefined && { maximum }),
});

/** The number in a path or query: digits only, so that `1e3`, ` 7` and `0x10` are refused. */
export const numeral = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'Please give a whole number.')
    .meta(asInteger(min, max))
    .transform(Number)
    .refine((value) => value >= min && value <= max, `Please give a whole number from ${min} to ${max}.`);

/** The same in a path. */
const idFrom = (smallest: 0 | 1) =>
  z
    .string()
    .regex(/^\d{1,300}$/, 'Please give a whole number.')
    .meta(asInteger(smallest))
    .transform((digits) => Math.min(Number(digits), largestId))
    .refine((value) => value >= smallest, 'Please give a positive whole number.');

export const idNumeral = idFrom(1);
export const idOrZero = idFrom(0);
