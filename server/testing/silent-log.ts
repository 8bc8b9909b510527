import type { Log } from '../platform/database/database.ts'

/** Says nothing, for parts whose log no test looks at. */
export const silentLog: Log = { info() {}, warn() {}, error() {} }
