import { statfs } from 'node:fs/promises';
import type { Part } from '../message/template.ts';
import * as messages from '../messages/mail.ts';

export type Space = { free: number; total: number };
export type DiskLevel = 'fine' | 'low' | 'critical';

const mega = 1_000_000;
/** Less than either is reason enough for a mail. Early, because on a full disk no mail can be queued. */
const limits = {
  low: { bytes: 1000 * mega, share: 0.1 },
  critical: { bytes: 200 * mega, share: 0.02 },
} as const;
/** So much more has to be free before the level counts as left, so that a disk at a limit makes one mail. */
const margin = 1.2;

/** Of the file system that has the data folder; the space that only root may use does not count. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

export function diskLevel({ free, total }: Space, before: DiskLevel): DiskLevel {
  const isBelow = (level: 'low' | 'critical') => {
    const isReached = before === 'critical' || before === level;
    const factor = isReached ? margin : 1;
    return free < limits[level].bytes * factor || free < total * limits[level].share * factor;
  };
  if (isBelow('critical')) return 'critical';
  return isBelow('low') ? 'low' : 'fine';
}

const ranks = { fine: 0, low: 1, critical: 2 } as const;
export const isWorse = (level: DiskLevel, before: DiskLevel): level is 'low' | 'critical' =>
  ranks[level] > ranks[before];

export const spaceParts = ({ free, total }: Space): Part[] => [
  messages.diskFree(bytesText(free), bytesText(total)),
  messages.diskAdvice,
];

const bytesText = (bytes: number): string => {
  const isLarge = bytes >= 1000 * mega;
  const number = bytes / (isLarge ? 1000 * mega : mega);
  const digits = isLarge ? 1 : 0;
  return `${number.toLocaleString('en', { maximumFractionDigits: digits })} ${isLarge ? 'GB' : 'MB'}`;
};
