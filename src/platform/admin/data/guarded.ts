import { type LoaderFunctionArgs, redirectDocument } from 'react-router';
import { Problem } from '../../http/problem.ts';
import { urls } from '../../http/urls.ts';

/** The session has ended, or belongs to another user by now. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'no_auth' || isOtherUser(error));

export const isOtherUser = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'other_user';

/** A loader that leaves the admin area for the home page when the session has ended. */
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
