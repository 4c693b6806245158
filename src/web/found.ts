import { Problem } from '../contract/errors.ts';

export const notFound = () => new Response(null, { status: 404 });

/** What is not there becomes a page that says so. */
export async function found<Thing>(promise: Promise<Thing>): Promise<Thing> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Problem && ['not_found', 'malformed'].includes(error.code)) throw notFound();
    throw error;
  }
}
