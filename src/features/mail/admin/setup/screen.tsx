import { Link, useLoaderData } from 'react-router';
import { ScreenTitle } from '../../../../platform/admin/frame/screen-title.tsx';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
import { FormattedDate } from '../../../../platform/web/ui/date.tsx';
import type { MailSetup } from '../../api/mail.ts';
import { mailCalls } from '../calls.ts';
import { mailLoader } from '../mail-loader.ts';
import './mail.css';
import { SettingsForm } from '../../../../platform/admin/settings/settings-form.tsx';
import { DomainSection } from './domain.tsx';
import { CommenterFields, NewsletterFields, OwnerFields, SenderFields, useMailForm } from './forms.tsx';
import { TestSection } from './test.tsx';

export const loader = mailLoader(async () => {
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
      <ScreenTitle>{t('Mail')}</ScreenTitle>
      <SettingsForm label={t('Mail')} {...section}>
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
      <h2 id="bounces-heading">{t('Returned mail')}</h2>
      <p>
        {mailbox
          ? t(
              'An address that the mail server refuses gets no further mail. Some servers accept a mail first and return it later, to the sender’s mailbox: reports in it are read from {host}.',
              { host: mailbox.host },
            )
          : t(
              'An address that the mail server refuses gets no further mail. Some servers accept a mail first and return it later, to the sender’s mailbox.',
            )}
      </p>
      {mailbox ? (
        <>
          <p className="soft">
            {mailbox.date_read
              ? rich('Last read: {date}.', { date: <FormattedDate date={mailbox.date_read} /> })
              : t('Not read yet: it is looked at when mail was sent.')}{' '}
            {t('Reports are marked as seen and stay in the mailbox; other mail is left alone.')}
          </p>
          {mailbox.error && (
            <p className="warning">{t('The mailbox could not be read: {error}', { error: mailbox.error })}</p>
          )}
        </>
      ) : (
        <p className="soft">
          {rich('Enter the mailbox under <link>Connections</link>, then such reports are read.', {
            link: (text) => <Link to="/admin/settings/connections">{text}</Link>,
          })}
        </p>
      )}
    </section>
  );
}
