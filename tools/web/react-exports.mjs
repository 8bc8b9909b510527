// What packages name of React, as Preact has it.
export * from 'preact/compat'
export { default } from 'preact/compat'

/** The router names it and, without its transitions, never sets another value. */
export const useOptimistic = (value) => [value, () => undefined]
