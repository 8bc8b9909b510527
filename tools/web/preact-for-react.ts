import type { Plugin } from 'vite'

const react = '\0react'
const replacements: Readonly<Record<string, string>> = {
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react-dom/server': 'preact-render-to-string',
  'react/jsx-runtime': 'preact/compat/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/compat/jsx-dev-runtime',
}

/** What packages name of React. The router names `useOptimistic` and, without its transitions, never sets another value. */
const exportsOfReact = `
export * from 'preact/compat'
export { default } from 'preact/compat'
export const useOptimistic = (value) => [value, () => undefined]
`

/**
 * Pages are written for React and drawn by Preact, which is 49 kB less to fetch and half the time to run. Types and
 * the tests of parts keep React itself, and so does development, for its refreshing of parts; docs/decisions has the
 * figures.
 */
export const preactForReact: Plugin = {
  name: 'preact-for-react',
  enforce: 'pre',
  apply: 'build',
  // Pages are written ahead by what draws them later, which their packages must be given too.
  config: () => ({ environments: { ssr: { resolve: { noExternal: true } } } }),
  resolveId(source, importer) {
    if (source === 'react') return react
    const replacement = replacements[source]
    return replacement ? this.resolve(replacement, importer, { skipSelf: true }) : null
  },
  load: (id) => (id === react ? { code: exportsOfReact, moduleType: 'js' } : null),
}
