import { useLoaderData } from 'react-router';
import { adminApi } from '../data/admin-api.ts';
import { guarded } from '../data/guarded.ts';
import { ScreenTitle } from '../frame/screen-title.tsx';
import './mail.css';
import { CommenterForm, NewsletterForm, OwnerForm, SenderForm } from './mail-forms.tsx';
import './settings.css';

export const loader = guarded(async () => adminApi.mail());

/** Who mails come from, who gets which, and whether they arrive. */
export function Component() {
  const setup = useLoaderData<typeof loader>();
  return (
    <section className="settings mail-settings">
      <ScreenTitle>Mail</ScreenTitle>
      <SenderForm setup={setup} />
      <OwnerForm setup={setup} />
      <NewsletterForm setup={setup} />
      <CommenterForm setup={setup} />
    </section>
  );
}
