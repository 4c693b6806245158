import { z } from 'zod';
import {
  dateInvalid,
  dateOutOfRange,
  integerExpected,
  integerInRangeExpected,
  positiveIntegerExpected,
  textTooLong,
} from '../../messages/owner.ts';
import { cleanText, codePoints } from './plain-text.ts';

/** Text of at most `max` code points. */
export const text = (max: number) =>
  z
    .string()
    .max(max * 2, textTooLong(max))
    .meta({ maxLength: max })
    .transform(cleanText)
    .refine((value) => codePoints(value) <= max, textTooLong(max));

/** A date with or without a time; UTC without an offset. */
export const isoDate = z
  .union(
    [
      z.iso.date(),
      z.iso.datetime({ offset: true, local: true }),
      z.iso.datetime({ offset: true, local: true, precision: -1 }),
    ],
    dateInvalid,
  )
  .transform((value) =>
    new Date(/^[^T]*(?:$|T.*(?:Z|[+-]\d\d:\d\d)$)/.test(value) ? value : `${value}Z`).toISOString(),
  )
  .refine((value) => value >= '1000' && value <= '9999', dateOutOfRange);

/** A date in responses. */
export const date = z.iso.datetime();

const maxId = 2_147_483_647;

export const id = z.int().positive();

/** An id in a request body. A number larger than any id is unknown (404) rather than invalid (422). */
export const givenId = id.transform((value) => Math.min(value, maxId));
export const flag = z.union([z.literal(0), z.literal(1)]);

/** How OpenAPI describes a number in a path or query. */
const asInteger = (minimum: number, maximum?: number) => ({
  type: 'integer' as const,
  pattern: undefined,
  minimum,
  ...(maximum !== undefined && { maximum }),
});

/** A number in a path or query: digits only, so that `1e3`, ` 7` and `0x10` are rejected. */
export const numeral = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, integerExpected)
    .meta(asInteger(min, max))
    .transform(Number)
    .refine((value) => value >= min && value <= max, integerInRangeExpected(min, max));

/** An id in a path or query. */
const idFrom = (smallest: 0 | 1) =>
  z
    .string()
    .regex(/^\d{1,300}$/, integerExpected)
    .meta(asInteger(smallest))
    .transform((digits) => Math.min(Number(digits), maxId))
    .refine((value) => value >= smallest, positiveIntegerExpected);

export const idNumeral = idFrom(1);
export const idOrZero = idFrom(0);

/** Normalizes case and characters for searches of the admin area, in the query and in the stored text. */
export const searchable = (text: string): string => text.normalize('NFKC').toLowerCase();

export const removed = z.object({ id }).meta({ id: 'Removed' });
