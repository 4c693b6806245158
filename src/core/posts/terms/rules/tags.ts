import { tagInvalid } from '../../../../platform/messages/owner.ts';

const tagPattern = /^[a-z0-9]{1,100}$/;

/** Why a tag name is invalid, or null when it is valid. In list URLs, `null` means "no tag". */
export function tagProblem(name: string): string | null {
  return tagPattern.test(name) && name !== 'null' ? null : tagInvalid;
}
