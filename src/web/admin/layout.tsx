import { useRef } from 'react';
import { NavLink, Outlet, redirectDocument, useLocation } from 'react-router';
import { urls } from '../../contract/urls.ts';
import './admin.css';
import './dialogs.css';
import './lists.css';
import './posts/posts.css';
import './screens.css';
import { adminApi } from './admin-api.ts';
import { ConfirmArea } from './confirm.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { NoticesArea, useNotices } from './notices.tsx';
import { ProveArea } from './prove.tsx';
import { useSessionWatch } from './session-watch.ts';
import { TypedOffers } from './typed-offers.tsx';
import { UploadsRunning } from './uploads-running.tsx';
import { goHome } from './writing/ask-before-leaving.ts';

/** The session is checked before anything shows. */
export async function loader() {
  return (await adminApi.signedIn()) ? null : redirectDocument(urls.home);
}

const links = [
  ['', 'All Posts'],
  ['detail', 'Detail'],
  ['comments', 'Comments'],
  ['image', 'Image'],
  ['users', 'Users'],
  ['categories', 'Categories'],
  ['settings', 'Settings'],
  ['security', 'Security'],
  ['activity', 'Activity'],
] as const;

export function Component() {
  useSessionWatch(goHome);
  const { pathname } = useLocation();
  const area = useRef<HTMLDivElement>(null);
  useKeptFocus(area);
  return (
    <NoticesArea onSignedOut={goHome}>
      <ConfirmArea>
        <ProveArea>
          <div className="admin" ref={area}>
            <nav className="side" aria-label="Admin">
              <ul>
                {links.map(([path, name]) => (
                  <li key={path}>
                    <NavLink to={path ? `${urls.admin}/${path}` : urls.admin} end={path === ''}>
                      {name}
                    </NavLink>
                  </li>
                ))}
              </ul>
              <SignOut onDone={goHome} />
            </nav>
            <div className="screen" key={pathname.replace(/\/\d+$/, '')}>
              <UploadsRunning />
              <TypedOffers here={pathname} />
              <Outlet />
            </div>
          </div>
        </ProveArea>
      </ConfirmArea>
    </NoticesArea>
  );
}

function SignOut({ onDone }: { onDone: () => void }) {
  const { report } = useNotices();
  return (
    <button type="button" onClick={() => adminApi.signOut().then(onDone, report)}>
      logout
    </button>
  );
}
