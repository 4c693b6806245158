import type { Problem } from '../contract/errors.ts';

export const notFound = () => new Response(null, { status: 404 });
export const gone = () => new Response(null, { status: 410 });

/** The server's own part knows another copy of the class, so it goes by its name. */
export const isProblem = (error: unknown): error is Problem =>
  error instanceof Error && error.name === 'Problem';

/** What is not there becomes a page that says so, unless there is something else to try. */
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
