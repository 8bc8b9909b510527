/**
 * Licences under which a package may be part of the product or of its making. All let us use, change and pass on; those
 * of Mozilla and of fonts ask only that changes to their own files are passed on as well, and we change none.
 */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Zlib'],
  ...['Apache-2.0', 'MPL-2.0', 'OFL-1.1', 'CC0-1.0', 'CC-BY-4.0', 'Unlicense', 'Python-2.0', 'PostgreSQL'],
])

/** Whether an SPDX expression can be kept to by licences that are allowed: all of an AND, one of an OR. */
export function isAllowed(expression: string | null): boolean {
  if (expression === null) return false
  const bare = expression.replaceAll(/[()]/g, ' ').trim()
  if (/ AND /.test(bare)) return bare.split(/ AND | OR /).every((one) => allowed.has(one.trim()))
  return bare.split(' OR ').some((one) => allowed.has(one.trim()))
}
