import type { ComponentType } from 'react';
import { Link, useLoaderData } from 'react-router';
import { siteCalls } from '../../../core/site/admin/calls.ts';
import type { Site } from '../../../core/site/api/site.ts';
import { TextField } from '../../../platform/admin/controls/text-field.tsx';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import type { Conversation } from '../api.ts';
import { conversationCalls } from './calls.ts';
import './conversation.css';
import { ExplainedSwitch } from '../../../platform/admin/settings/explained-switch.tsx';
import { SavedForm } from '../../../platform/admin/settings/saved-form.tsx';
import '../../../platform/admin/settings/settings.css';
import { conversationPath, useSettingsForm } from '../../../core/site/admin/settings/site-sections.tsx';

/** The form of a feature, with what it loads. */
export type ConversationSection = {
  /** Of the feature. */
  name: string;
  load(): Promise<unknown>;
  Section: ComponentType<{ site: Site; conversation: Conversation; loaded: unknown }>;
};

export const screenWith = (sections: readonly ConversationSection[]) => ({
  loader: guarded(async () => {
    const [site, conversation, loaded] = await Promise.all([
      siteCalls.site(),
      conversationCalls.conversation(),
      Promise.all(sections.map(({ load }) => load())),
    ]);
    return { site, conversation, loaded };
  }),
  Component: () => <Screen sections={sections} />,
});

type Loaded = { site: Site; conversation: Conversation; loaded: readonly unknown[] };

/** Who can answer posts, from where, and until when. */
function Screen({ sections }: { sections: readonly ConversationSection[] }) {
  const { site, conversation, loaded } = useLoaderData<Loaded>();
  return (
    <section className="settings conversation">
      <ScreenTitle>Conversation</ScreenTitle>
      <p>
        Readers can answer a post here, on their own site, on Mastodon or on Bluesky. Whatever they write
        waits in Comments until you approve it.
      </p>
      <CommentsForm site={site} />
      <WebmentionForm site={site} conversation={conversation} />
      {sections.map(({ name, Section }, index) => (
        <Section key={name} site={site} conversation={conversation} loaded={loaded[index]} />
      ))}
      <RepliesForm site={site} networks={conversation.networks} />
      <WebSubForm site={site} />
    </section>
  );
}

/** As many digits as the largest number of days has. */
const mostDigits = 5;

function CommentsForm({ site }: { site: Site }) {
  const section = useSettingsForm(
    'conversation-comments',
    site,
    ['close_comments_days', 'reaction_names'],
    'the settings of comments',
    conversationPath,
  );
  const { values, change } = section.form;
  const days = values.close_comments_days;
  return (
    <SavedForm title="Comments" id="comments" {...section}>
      <TextField
        label="Close comments after this many days"
        inputMode="numeric"
        autoComplete="off"
        placeholder="never"
        value={days === 0 ? '' : String(days)}
        onChange={(text) =>
          change({ close_comments_days: Number(text.replaceAll(/\D/g, '').slice(0, mostDigits)) })
        }
        hint="Posts older than this take no new comments; leave it empty to keep them open."
      />
      <ExplainedSwitch
        label="Name people who like or repost"
        hint="Posts show who liked or reposted them on other sites, with a link to their profile; otherwise only how many did."
        checked={values.reaction_names}
        onChange={(reaction_names) => change({ reaction_names })}
      />
    </SavedForm>
  );
}

function WebmentionForm({ site, conversation }: { site: Site; conversation: Conversation }) {
  const section = useSettingsForm(
    'conversation-webmention',
    site,
    ['webmention'],
    'Webmention',
    conversationPath,
  );
  const { values, change } = section.form;
  return (
    <SavedForm title="Other sites" id="webmention" {...section}>
      <ExplainedSwitch
        label="Webmention"
        hint="When another site links to one of your posts you see it in Comments, and sites that you link to are told."
        checked={values.webmention}
        onChange={(webmention) => change({ webmention })}
      />
      {values.webmention && !conversation.is_public && (
        <p className="warning">
          Other sites can’t reach this one yet: set SITE_URL to its public URL before you use Webmention.
        </p>
      )}
    </SavedForm>
  );
}

/** X charges for reading replies, so they stay there. */
const withReplies = ['Mastodon', 'Bluesky'];

function RepliesForm({ site, networks }: { site: Site; networks: readonly string[] }) {
  const section = useSettingsForm(
    'conversation-replies',
    site,
    ['social_replies'],
    'replies from Bluesky and Mastodon',
    conversationPath,
  );
  const { values, change } = section.form;
  const readable = networks.filter((name) => withReplies.includes(name));
  return (
    <SavedForm title="Bluesky and Mastodon" id="replies" {...section}>
      <ExplainedSwitch
        label="Bring replies and likes here"
        hint="Replies to posts that you shared with “tweet” come to Comments, your answers to them are posted there, and likes are counted."
        checked={values.social_replies}
        // It can always be turned off.
        isDisabled={readable.length === 0 && !values.social_replies}
        onChange={(social_replies) => change({ social_replies })}
      />
      {readable.length === 0 ? (
        <p className="warning">
          Neither network is set up: enter your account at Mastodon or Bluesky under{' '}
          <Link to="/admin/settings/connections">Connections</Link>.
        </p>
      ) : (
        <p className="soft">Set up: {readable.join(' and ')}.</p>
      )}
      {networks.includes('X') && (
        <p className="soft">Replies on X stay there, because X lets programs read them only for a fee.</p>
      )}
    </SavedForm>
  );
}

function WebSubForm({ site }: { site: Site }) {
  const section = useSettingsForm(
    'conversation-websub',
    site,
    ['websub_hub'],
    'the WebSub hub',
    conversationPath,
  );
  const { values, change } = section.form;
  return (
    <SavedForm title="Feeds" id="websub" {...section}>
      <TextField
        label="WebSub hub"
        type="url"
        placeholder="https://"
        value={values.websub_hub}
        onChange={(websub_hub) => change({ websub_hub })}
        hint="A hub tells feed readers about a new post at once instead of within hours; leave it empty to use none."
      />
    </SavedForm>
  );
}
