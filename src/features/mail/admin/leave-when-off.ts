import { redirect } from 'react-router';
import { siteCalls } from '../../../core/site/admin/calls.ts';
import { urls } from '../../../platform/http/urls.ts';
import { mailOf } from '../api/public-mail.ts';

/** Without a mail server these screens have nothing to show; it is entered where credentials are. */
export async function leaveWhenOff() {
  return mailOf(await siteCalls.publicSite()).isOn ? null : redirect(`${urls.admin}/settings/connections`);
}
