import { type LoaderFunctionArgs, redirectDocument } from 'react-router';
import { Problem } from '../../../contract/errors.ts';
import { urls } from '../../../contract/urls.ts';

export const isSignedOut = (error: unknown): boolean => error instanceof Problem && error.code === 'no_auth';

/** A loader of the admin area: without a session the browser goes to the first page, outside the application. */
export const guarded =
  <Data>(load: (args: LoaderFunctionArgs) => Promise<Data>) =>
  async (args: LoaderFunctionArgs): Promise<Data> => {
    try {
      return await load(args);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      throw redirectDocument(urls.home);
    }
  };
