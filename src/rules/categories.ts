import * as messages from '../messages/owner.ts';

const reserved = new Set(['comment', 'null', 'status', 'tag']);
const segmentPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longestSegment = 50;
const deepest = 8;

export const isSegment = (name: string): boolean =>
  segmentPattern.test(name) && name.length <= longestSegment;

export function segments(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** Segment 1, the category used for related posts. */
export function topic(path: string): string {
  return segments(path)[0] ?? '';
}

/** 'south-east' becomes 'South East'. */
export function segmentTitle(segment: string): string {
  return segment
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Why a category path is invalid, or null when it is valid. */
export function categoryPathProblem(path: string): string | null {
  const parts = segments(path);
  if (parts.length === 0) return messages.categoryEmpty;
  if (parts.length > deepest) return messages.categoryTooDeep(deepest);
  for (const part of parts) {
    if (!segmentPattern.test(part)) return messages.categorySegmentInvalid;
    if (part.length > longestSegment) return messages.categorySegmentTooLong(longestSegment);
    if (reserved.has(part)) return messages.categorySegmentReserved(part);
  }
  return null;
}
