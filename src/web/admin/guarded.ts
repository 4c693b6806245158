import { type LoaderFunctionArgs, redirect } from 'react-router';
import { Problem } from '../../contract/errors.ts';
import { urls } from '../../contract/urls.ts';
import { noteSession } from '../session.ts';

export const isSignedOut = (error: unknown): boolean => error instanceof Problem && error.code === 'no_auth';

/** A loader of the admin area: without a session the person goes to the first page. */
export const guarded =
  <Data>(load: (args: LoaderFunctionArgs) => Promise<Data>) =>
  async (args: LoaderFunctionArgs): Promise<Data> => {
    try {
      return await load(args);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      noteSession(false);
      throw redirect(urls.home);
    }
  };
