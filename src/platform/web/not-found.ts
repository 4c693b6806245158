import type { Problem } from '../http/problem.ts';

export const notFound = () => new Response(null, { status: 404 });
export const gone = () => new Response(null, { status: 410 });

/** The server bundle contains its own copy of the class, so instanceof does not work here. */
export const isProblem = (error: unknown): error is Problem =>
  error instanceof Error && error.name === 'Problem';

/** Answers 404 for what does not exist, unless `otherwise` has an alternative. */
export async function orNotFound<Thing>(
  promise: Promise<Thing>,
  otherwise: () => Promise<Thing> | Thing = () => {
    throw notFound();
  },
): Promise<Thing> {
  try {
    return await promise;
  } catch (error) {
    if (isProblem(error) && ['not_found', 'malformed'].includes(error.code)) return otherwise();
    throw error;
  }
}
