import type { ReactNode } from 'react';
import { useMessages } from '../../../platform/web/messages.ts';
import type { MenuItem } from '../api/menu.ts';

/** The label of an entry; the language of the site names its own parts. */
function useLabel({ label, place }: MenuItem): string {
  const messages = useMessages();
  return label || (place ? messages.places[place] : messages.untitled);
}

function MenuLink({ item, path }: { item: MenuItem; path: string }) {
  const label = useLabel(item);
  if (item.url === null) return <span dir="auto">{label}</span>;
  return (
    <a href={item.url} dir="auto" aria-current={item.url === path ? 'page' : undefined}>
      {label}
    </a>
  );
}

/** Entries that fit beside the name of the site; more get a line of their own. */
const most = 6;

/**
 * The links of the header. On phones they are folded into a disclosure in the flow of the page, and entries below others are
 * one everywhere, so that keyboard, touch and browsers without JavaScript reach them all.
 */
export function HeaderMenu({
  items,
  path,
  children,
}: {
  items: readonly MenuItem[];
  path: string;
  /** Further entries, which every site has. */
  children: ReactNode;
}) {
  const messages = useMessages();
  return (
    <nav className={items.length > most ? 'menu many' : 'menu'} aria-label={messages.menu}>
      <details>
        <summary>{messages.menu}</summary>
        <ul>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity, and the list is rendered once
            <li key={index}>
              {item.children.length === 0 ? (
                <MenuLink item={item} path={path} />
              ) : (
                <Submenu item={item} path={path} />
              )}
            </li>
          ))}
          {children}
        </ul>
      </details>
    </nav>
  );
}

/** The entry itself is the first link, because its label opens the list. */
function Submenu({ item, path }: { item: MenuItem; path: string }) {
  const label = useLabel(item);
  const links = item.url === null ? item.children : [{ ...item, children: [] }, ...item.children];
  return (
    <details className="submenu" name="submenu">
      <summary dir="auto">{label}</summary>
      <ul>
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <MenuLink item={link} path={path} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The links of the footer, with all that are below others. */
export function FooterMenu({ items, path }: { items: readonly MenuItem[]; path: string }) {
  return items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <li key={index}>
      <MenuLink item={item} path={path} />
      {item.children.length > 0 && (
        <ul>
          <FooterMenu items={item.children} path={path} />
        </ul>
      )}
    </li>
  ));
}
