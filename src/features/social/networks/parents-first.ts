type Threaded = { originId: string; parentOriginId: string | null };

/**
 * Each reply once and after the one that it replies to. Replies to something that is not in the list, and circles, which only a
 * faulty server sends, reply to the post itself.
 */
export function parentsFirst<Reply extends Threaded>(replies: readonly Reply[]): Reply[] {
  const byId = new Map(replies.map((reply) => [reply.originId, reply]));
  const children = Map.groupBy(byId.values(), ({ parentOriginId }) =>
    parentOriginId !== null && byId.has(parentOriginId) ? parentOriginId : null,
  );
  const sorted = new Map<string, Reply>();
  const add = (first: Reply, parentOriginId: string | null) => {
    const waiting = [{ ...first, parentOriginId }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (sorted.has(next.originId)) continue;
      sorted.set(next.originId, next);
      for (const child of (children.get(next.originId) ?? []).toReversed()) waiting.push(child);
    }
  };
  for (const reply of children.get(null) ?? []) add(reply, null);
  for (const reply of byId.values()) if (!sorted.has(reply.originId)) add(reply, null);
  return [...sorted.values()];
}
