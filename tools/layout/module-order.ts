/**
 * The modules and features in the order in which they may import one another, as `server/modules/order.ts` is written: a
 * line for each, which opens it, or names it and says why there is nothing to open.
 */
export const readOrder = (text: string): string[] =>
  Array.from(text.matchAll(/^(?:export .* from '\.\/([\w-]+)\/module\.ts'|\/\/ ([\w-]+): .+)$/gm)).map(
    ([, opened, named]) => (opened ?? named)!,
  )
