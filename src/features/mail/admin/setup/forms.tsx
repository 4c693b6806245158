import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { Choices } from '../../../../platform/admin/settings/choices.tsx';
import { ExplainedSwitch } from '../../../../platform/admin/settings/explained-switch.tsx';
import { SettingsGroup } from '../../../../platform/admin/settings/settings-form.tsx';
import { urls } from '../../../../platform/http/urls.ts';
import { rich } from '../../../../platform/messages/rich.ts';
import { t } from '../../../../platform/messages/translate.ts';
import type { MailSettings, MailSetup } from '../../api/mail.ts';
import { mailCalls } from '../calls.ts';
import { mailFields } from './fields.ts';

type MailForm = { setup: MailSetup; values: MailSettings; change(part: Partial<MailSettings>): void };

const mailPath = 'settings/mail';

/** All settings of mail, saved together. */
export function useMailForm({ settings }: MailSetup) {
  const form = useFormDraft('mail', settings, {
    name: () => t('the mail settings'),
    path: `${urls.admin}/${mailPath}`,
  });
  const save = async (values: MailSettings) => (await mailCalls.save(values)).settings;
  return { form, saved: settings, save };
}

export function SenderFields({ setup, values, change }: MailForm) {
  return (
    <SettingsGroup title={t('Sender')} id="sender">
      <p className="soft">
        {t(
          'Readers see this sender in their inbox, and their answers go there. Mails are handed to {host}, port {port}, which has to accept the address.',
          { host: setup.server.host, port: String(setup.server.port) },
        )}
      </p>
      <div className="columns">
        <TextField
          {...mailFields.from_name}
          maxLength={100}
          value={values.from_name}
          placeholder={setup.settings.from_name === '' ? setup.sender.name : ''}
          onChange={(from_name) => change({ from_name })}
        />
        <TextField
          {...mailFields.from_address}
          type="email"
          maxLength={254}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={values.from_address}
          placeholder={setup.settings.from_address === '' ? setup.sender.address : ''}
          onChange={(from_address) => change({ from_address })}
        />
      </div>
      <p>
        {rich('Saved: mails come from {sender}', {
          sender: <strong>{`${setup.sender.name} <${setup.sender.address}>`}</strong>,
        })}
      </p>
    </SettingsGroup>
  );
}

const notices = [
  ['at-once', t('At once'), t('A mail for each comment that waits for your approval')],
  ['hourly', t('Hourly'), t('One mail with all that came within the hour')],
  ['daily', t('Daily'), t('One mail with all that came within the day')],
  ['off', t('Never'), t('You look for comments yourself')],
] as const;

export function OwnerFields({ setup, values, change }: MailForm) {
  return (
    <SettingsGroup title={t('Mails to you')} id="owner">
      <TextField
        {...mailFields.owner_address}
        type="email"
        maxLength={254}
        autoCapitalize="none"
        spellCheck={false}
        value={values.owner_address}
        placeholder={setup.settings.owner_address === '' ? (setup.owner_address ?? '') : ''}
        onChange={(owner_address) => change({ owner_address })}
      />
      <div role="status" className="warnings">
        {setup.owner_address === null && (
          <p className="warning">{t('You get no mail yet, because no address is known.')}</p>
        )}
        {setup.owner_bounce && (
          <p className="warning">
            {t(
              'You get no mail, because one to {address} came back: {detail}. A test mail that arrives ends this.',
              { address: setup.owner_address ?? '', detail: setup.owner_bounce.detail },
            )}
          </p>
        )}
      </div>
      <Choices
        legend={mailFields.comment_notice.label}
        name="comment_notice"
        options={notices}
        value={values.comment_notice}
        onChange={(comment_notice) => change({ comment_notice })}
      />
      <ExplainedSwitch
        {...mailFields.trouble_notice}
        checked={values.trouble_notice}
        onChange={(trouble_notice) => change({ trouble_notice })}
      />
    </SettingsGroup>
  );
}

/** As many digits as the largest rate has. */
const maxDigits = 5;

export function NewsletterFields({ values, change }: MailForm) {
  return (
    <SettingsGroup title={t('Newsletter')} id="newsletter">
      <ExplainedSwitch
        {...mailFields.subscriptions}
        checked={values.subscriptions}
        onChange={(subscriptions) => change({ subscriptions })}
      />
      <ExplainedSwitch
        {...mailFields.newsletter_default}
        checked={values.newsletter_default}
        onChange={(newsletter_default) => change({ newsletter_default })}
      />
      <TextField
        {...mailFields.rate}
        inputMode="numeric"
        autoComplete="off"
        value={values.rate === 0 ? '' : String(values.rate)}
        onChange={(text) => change({ rate: Number(text.replaceAll(/\D/g, '').slice(0, maxDigits)) })}
      />
    </SettingsGroup>
  );
}

export function CommenterFields({ values, change }: MailForm) {
  return (
    <SettingsGroup title={t('Mails to commenters')} id="commenters">
      <ExplainedSwitch
        {...mailFields.commenter_mail}
        checked={values.commenter_mail}
        onChange={(commenter_mail) => change({ commenter_mail })}
      />
    </SettingsGroup>
  );
}
