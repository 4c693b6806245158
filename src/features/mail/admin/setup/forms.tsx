import { settingsPath } from '../../../../core/site/admin/settings/site-sections.tsx';
import { TextField } from '../../../../platform/admin/controls/text-field.tsx';
import { useFormDraft } from '../../../../platform/admin/drafts/use-draft.ts';
import { Choices } from '../../../../platform/admin/settings/choices.tsx';
import { ExplainedSwitch } from '../../../../platform/admin/settings/explained-switch.tsx';
import { SavedForm } from '../../../../platform/admin/settings/saved-form.tsx';
import type { MailSettings, MailSetup } from '../../api/mail.ts';
import { mailCalls } from '../calls.ts';

type Props = { setup: MailSetup };

const pick = <Name extends keyof MailSettings>(settings: MailSettings, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<MailSettings, Name>;

/** A form of some of the settings: saving it leaves the others as they are. */
function useMailForm<Name extends keyof MailSettings>(
  form: string,
  { settings }: MailSetup,
  names: readonly Name[],
  name: string,
) {
  const saved = pick(settings, names);
  const draft = useFormDraft(form, saved, { name: () => name, path: `${settingsPath}/mail` });
  const save = async (values: Pick<MailSettings, Name>) =>
    pick((await mailCalls.save(pick(values as MailSettings, names))).settings, names);
  return { form: draft, saved, save };
}

export function SenderForm({ setup }: Props) {
  const section = useMailForm('mail-sender', setup, ['from_name', 'from_address'], 'the sender of mails');
  const { values, change } = section.form;
  return (
    <SavedForm title="Sender" id="sender" {...section}>
      <p className="soft">
        Readers see this sender in their inbox, and their answers go there. Mails are handed to{' '}
        {setup.server.host}, port {setup.server.port}, which has to accept the address.
      </p>
      <div className="columns">
        <TextField
          label="Name"
          maxLength={100}
          value={values.from_name}
          placeholder={setup.settings.from_name === '' ? setup.sender.name : ''}
          onChange={(from_name) => change({ from_name })}
          hint="Empty: the name of the site."
        />
        <TextField
          label="Email address"
          type="email"
          maxLength={254}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={values.from_address}
          placeholder={setup.settings.from_address === '' ? setup.sender.address : ''}
          onChange={(from_address) => change({ from_address })}
          hint="Empty: the account at the mail server, or else an address of this site."
        />
      </div>
      <p>
        Saved: mails come from{' '}
        <strong>
          {setup.sender.name} &lt;{setup.sender.address}&gt;
        </strong>
      </p>
    </SavedForm>
  );
}

const notices = [
  ['at-once', 'At once', 'A mail for each comment that waits for your approval'],
  ['hourly', 'Hourly', 'One mail with all that came within the hour'],
  ['daily', 'Daily', 'One mail with all that came within the day'],
  ['off', 'Never', 'You look for comments yourself'],
] as const;

export function OwnerForm({ setup }: Props) {
  const section = useMailForm(
    'mail-owner',
    setup,
    ['owner_address', 'comment_notice', 'trouble_notice'],
    'the mails to you',
  );
  const { values, change } = section.form;
  return (
    <SavedForm title="Mails to you" id="owner" {...section}>
      <TextField
        label="Your email address"
        type="email"
        maxLength={254}
        autoCapitalize="none"
        spellCheck={false}
        value={values.owner_address}
        placeholder={setup.settings.owner_address === '' ? (setup.owner_address ?? '') : ''}
        onChange={(owner_address) => change({ owner_address })}
        hint="Only the site uses it. Empty: the contact email in the footer."
      />
      <div role="status" className="warnings">
        {setup.owner_address === null && (
          <p className="warning">You get no mail yet, because no address is known.</p>
        )}
        {setup.owner_bounce && (
          <p className="warning">
            You get no mail, because one to {setup.owner_address} came back: {setup.owner_bounce.detail}. A
            test mail that arrives ends this.
          </p>
        )}
      </div>
      <Choices
        legend="Comments that wait for approval"
        name="comment_notice"
        options={notices}
        value={values.comment_notice}
        onChange={(comment_notice) => change({ comment_notice })}
      />
      <ExplainedSwitch
        label="Security and trouble"
        hint="A mail when you or another administrator signs in from a new place, when a backup fails and when the disk is almost full."
        checked={values.trouble_notice}
        onChange={(trouble_notice) => change({ trouble_notice })}
      />
    </SavedForm>
  );
}

/** As many digits as the largest rate has. */
const mostDigits = 5;

export function NewsletterForm({ setup }: Props) {
  const section = useMailForm(
    'mail-newsletter',
    setup,
    ['subscriptions', 'newsletter_default', 'rate'],
    'the newsletter settings',
  );
  const { values, change } = section.form;
  return (
    <SavedForm title="Newsletter" id="newsletter" {...section}>
      <ExplainedSwitch
        label="Readers can subscribe"
        hint="A form in the footer, under posts and at /subscribe. New subscribers confirm with a link in a mail first."
        checked={values.subscriptions}
        onChange={(subscriptions) => change({ subscriptions })}
      />
      <ExplainedSwitch
        label="Send new posts to subscribers"
        hint="The writing screen has a checkbox for each post; this is what it starts with."
        checked={values.newsletter_default}
        onChange={(newsletter_default) => change({ newsletter_default })}
      />
      <TextField
        label="Mails per minute"
        inputMode="numeric"
        autoComplete="off"
        value={values.rate === 0 ? '' : String(values.rate)}
        onChange={(text) => change({ rate: Number(text.replaceAll(/\D/g, '').slice(0, mostDigits)) })}
        hint="Many providers refuse mail when it comes faster than they allow; their documentation says how much that is."
      />
    </SavedForm>
  );
}

export function CommenterForm({ setup }: Props) {
  const section = useMailForm('mail-commenters', setup, ['commenter_mail'], 'the mails to commenters');
  const { values, change } = section.form;
  return (
    <SavedForm title="Mails to commenters" id="commenters" {...section}>
      <ExplainedSwitch
        label="Commenters can ask for mail"
        hint="A checkbox below the comment form: they are told when you approve their comment and when a reply arrives. Every such mail has a link that stops them."
        checked={values.commenter_mail}
        onChange={(commenter_mail) => change({ commenter_mail })}
      />
    </SavedForm>
  );
}
