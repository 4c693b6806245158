import type { Method } from '../../http/api/route.ts';
import { urls } from '../../http/urls.ts';
import {
  type AnyRoute,
  type Arguments,
  type InputOf,
  type NamesIn,
  type RouteAt,
  resolve,
  send,
  type TypesOf,
  callsOf as webCallsOf,
} from '../../web/fetch-calls.ts';

export type Page<Item> = {
  items: Item[];
  total: number;
  /** Whether there are more than `total`, because counting them all would take too long. */
  isMinimum?: boolean;
};

/** The body of an upload. */
export function fileForm(field: string, file: File): FormData {
  const form = new FormData();
  form.set(field, file);
  return form;
}

/** The calls of a list of routes, apart from what islands need, which readers download. */
export function callsOf<Routes extends readonly AnyRoute[]>() {
  type Paths<Verb> = Extract<Routes[number], { method: Verb }>['path'] & string;
  type At<Verb, Path> = TypesOf<RouteAt<Routes, Verb, Path>>;
  type Input<Verb, Path extends string> = InputOf<Path, At<Verb, Path>>;

  return {
    ...webCallsOf<Routes>(),

    /** For calls whose status says something. */
    callForStatus:
      <Verb extends Method, Path extends Paths<Verb>>(method: Verb, path: Path) =>
      async (...[input, options]: Arguments<Input<Verb, Path>>) => {
        const { body, status } = await send(method, path, input, options);
        return { body: body as At<Verb, Path>['response'], status };
      },

    /** One page of a list whose length the response has. */
    page:
      <
        Path extends Extract<
          Routes[number],
          { method: 'GET'; types?: { counted: true | 'bounded' } }
        >['path'] &
          string,
      >(
        path: Path,
      ) =>
      async (
        ...[input]: Arguments<Input<'GET', Path>>
      ): Promise<Page<At<'GET', Path>['response'] extends (infer Item)[] ? Item : never>> => {
        const { body, headers } = await send('GET', path, input);
        return {
          items: body as (At<'GET', Path>['response'] extends (infer Item)[] ? Item : never)[],
          total: Number(headers.get('x-total-count')),
          isMinimum: headers.has('x-total-count-is-minimum'),
        };
      },

    /** The URL of a file. */
    url:
      <Path extends Paths<'GET'>>(path: Path) =>
      (input: { [Name in NamesIn<Path>]: string | number }): string =>
        urls.api + resolve(path, input).path,
  };
}
