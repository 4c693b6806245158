import type { FirstQuestions } from '../../api/first-run.ts';
import { accountCalls } from '../calls.ts';

/** For the list of posts: the questions of a new site, if any. A site with posts has none, which needs no request. */
export async function loadFirstRun(isEmpty: boolean): Promise<FirstQuestions | null> {
  const questions = isEmpty ? await accountCalls.firstRun() : null;
  return questions?.open ? questions : null;
}
