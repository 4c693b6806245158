import { createElement, type ReactNode } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: of any props
type AnyComponent = (props: any) => ReactNode;
/** The module of an island by its name; its default export is the component. */
export type Islands = Readonly<Record<string, () => Promise<{ default: AnyComponent }>>>;
type Components = Record<string, AnyComponent>;

const components: Components = {};

/** Must be called before islands are rendered; the server provides all of them at its start. */
export const provideIslands = (provided: Components): void => void Object.assign(components, provided);

/**
 * An interactive part of a page. On the server the component is rendered inside a marker element that carries its props
 * as JSON, and the browser hydrates that element alone (client/hydration.ts): on the first sign of intent, or with
 * `idle` as soon as the browser has time. Inside an island that is hydrated already, it is an ordinary component. Its type
 * checks the props: `<Island<typeof Gallery> name="gallery" … />`.
 */
export function Island<Component extends AnyComponent>({
  name,
  props,
  idle = false,
}: {
  name: string;
  props: Parameters<Component>[0];
  idle?: boolean;
}) {
  const Component = components[name] as AnyComponent;
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
