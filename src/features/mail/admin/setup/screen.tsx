import { Link, useLoaderData } from 'react-router';
import { guarded } from '../../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { MailSetup } from '../../api/mail.ts';
import { mailCalls } from '../calls.ts';
import './mail.css';
import { SettingsForm } from '../../../../platform/admin/settings/settings-form.tsx';
import { DomainSection } from './domain.tsx';
import { CommenterFields, NewsletterFields, OwnerFields, SenderFields, useMailForm } from './forms.tsx';
import { TestSection } from './test.tsx';

export const loader = guarded(async () => {
  const [setup, domain] = await Promise.all([mailCalls.setup(), mailCalls.domain()]);
  return { setup, domain };
});

/** Who mails come from, who gets which, and whether they arrive. */
export function Component() {
  const { setup, domain } = useLoaderData<typeof loader>();
  const section = useMailForm(setup);
  const fields = { setup, values: section.form.values, change: section.form.change };
  return (
    <section className="mail-settings">
      <ScreenTitle>Mail</ScreenTitle>
      <SettingsForm label="Mail" {...section}>
        <SenderFields {...fields} />
        <OwnerFields {...fields} />
        <NewsletterFields {...fields} />
        <CommenterFields {...fields} />
      </SettingsForm>
      <TestSection setup={setup} />
      <DomainSection saved={domain} />
      <BouncesSection mailbox={setup.mailbox} />
    </section>
  );
}

function BouncesSection({ mailbox }: Pick<MailSetup, 'mailbox'>) {
  return (
    <section className="boxed" id="bounces" aria-labelledby="bounces-heading">
      <h2 id="bounces-heading">Returned mail</h2>
      <p>
        An address that the mail server refuses gets no further mail. Some servers accept a mail first and
        return it later, to the sender’s mailbox
        {mailbox ? `: reports in it are read from ${mailbox.host}.` : '.'}
      </p>
      {mailbox ? (
        <>
          <p className="soft">
            {mailbox.date_read ? (
              <>
                Last read: <FormattedDate date={mailbox.date_read} />.
              </>
            ) : (
              'Not read yet: it is looked at when mail was sent.'
            )}{' '}
            Reports are marked as seen and stay in the mailbox; other mail is left alone.
          </p>
          {mailbox.error && <p className="warning">The mailbox could not be read: {mailbox.error}</p>}
        </>
      ) : (
        <p className="soft">
          Enter the mailbox under <Link to="/admin/settings/connections">Connections</Link>, then such reports
          are read.
        </p>
      )}
    </section>
  );
}
