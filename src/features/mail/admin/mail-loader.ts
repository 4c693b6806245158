import { type LoaderFunctionArgs, redirect } from 'react-router';
import { siteCalls } from '../../../core/site/admin/calls.ts';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { urls } from '../../../platform/http/urls.ts';
import { mailOf } from '../api/public-mail.ts';

/** A loader of a screen of mail. Without a mail server it has nothing to show, and leads to where one is entered. */
export const mailLoader = <Data>(load: (args: LoaderFunctionArgs) => Promise<Data>) =>
  guarded(async (args) => {
    if (!mailOf(await siteCalls.publicSite()).isOn) throw redirect(`${urls.admin}/settings/connections`);
    return load(args);
  });
