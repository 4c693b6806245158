import * as messages from '../../../../platform/messages/owner.ts';
import { segments } from '../../../site/category-paths.ts';

const reserved = new Set(['comment', 'null', 'status', 'tag']);
const segmentPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const maxSegmentLength = 50;
export const deepestCategory = 8;

export const isSegment = (name: string): boolean =>
  segmentPattern.test(name) && name.length <= maxSegmentLength;

export const isReservedSegment = (segment: string): boolean => reserved.has(segment);

/** Why a category path is invalid, or null when it is valid. */
export function categoryPathProblem(path: string): string | null {
  const parts = segments(path);
  if (parts.length === 0) return messages.categoryEmpty;
  if (parts.length > deepestCategory) return messages.categoryTooDeep(deepestCategory);
  for (const part of parts) {
    if (!segmentPattern.test(part)) return messages.categorySegmentInvalid;
    if (part.length > maxSegmentLength) return messages.categorySegmentTooLong(maxSegmentLength);
    if (reserved.has(part)) return messages.categorySegmentReserved(part);
  }
  return null;
}
