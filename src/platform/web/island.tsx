import { type ComponentType, createElement } from 'react';
import type { IslandName, islands } from '../../modules/islands.ts';

type Module<Name extends IslandName> = Awaited<ReturnType<(typeof islands)[Name]>>;
type Props<Name extends IslandName> = Parameters<Module<Name>['default']>[0];
type Components = { [Name in IslandName]?: Module<Name>['default'] };

const components: Components = {};

/** Must be called before islands are rendered; the server provides all of them at its start. */
export const provideIslands = (provided: Components): void => void Object.assign(components, provided);

/**
 * An interactive part of a page. On the server the component is rendered inside a marker element that carries its props
 * as JSON, and the browser hydrates that element alone (client/hydration.ts): on the first sign of intent, or with
 * `idle` as soon as the browser has time. Inside an island that is hydrated already, it is an ordinary component.
 */
export function Island<Name extends IslandName>({
  name,
  props,
  idle = false,
}: {
  name: Name;
  props: Props<Name>;
  idle?: boolean;
}) {
  const Component = components[name] as ComponentType<object>;
  if (import.meta.env.SSR && !Component)
    throw new Error(`The island ${name} is rendered before it is provided.`);
  const marker = import.meta.env.SSR && {
    'data-island': name,
    'data-props': JSON.stringify(props),
    'data-idle': idle ? '' : undefined,
  };
  return (
    <div className="island" {...marker}>
      {createElement(Component, props)}
    </div>
  );
}
