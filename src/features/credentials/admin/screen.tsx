import { useLoaderData } from 'react-router';
import { guarded } from '../../../platform/admin/data/guarded.ts';
import { useLeaveQuestion } from '../../../platform/admin/drafts/ask-before-leaving.ts';
import { ScreenTitle } from '../../../platform/admin/frame/screen-title.tsx';
import type { ConnectionPlace } from '../../../platform/connections/connection.ts';
import { t } from '../../../platform/messages/translate.ts';
import type { ConnectionState } from '../api.ts';
import { connectionCalls } from './calls.ts';
import { ConnectionForm, hasUnsavedConnections } from './connection-form.tsx';
import './connections.css';

export const loader = guarded(() => connectionCalls.list());

const places: readonly (readonly [ConnectionPlace, string])[] = [
  ['mail', t('Mail')],
  ['networks', t('Networks')],
  ['files', t('Files')],
  ['site', t('Site')],
];

export function Component() {
  const connections = useLoaderData<typeof loader>();
  useLeaveQuestion(hasUnsavedConnections, () =>
    t('What you entered here is not kept: credentials are only stored when they are saved.'),
  );
  return (
    <section className="settings connections">
      <ScreenTitle>{t('Connections')}</ScreenTitle>
      <p className="soft">
        {t(
          'What the site needs to use other servers in your name. It is stored encrypted; passwords and tokens are never shown again, and are in no export.',
        )}
      </p>
      {places.map(([place, title]) => (
        <Connections key={place} place={place} title={title} connections={connections} />
      ))}
    </section>
  );
}

type Props = { place: ConnectionPlace; title: string; connections: readonly ConnectionState[] };

/** The connections of one part of the settings. */
export function Connections({ place, title, connections }: Props) {
  const own = connections.filter((connection) => connection.place === place);
  if (own.length === 0) return null;
  return (
    <section id={`connections-${place}`} aria-label={title}>
      {own.map((connection) => (
        <ConnectionForm
          key={`${connection.name} ${connection.changed}`}
          connection={connection}
          isOpen={place === 'mail' || connection.source !== 'none'}
        />
      ))}
    </section>
  );
}
