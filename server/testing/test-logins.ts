import type pg from 'pg'

/** Connection settings of the three logins of one database. */
export type Logins = {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  auth: pg.ClientConfig
  replica?: pg.ClientConfig
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Logins of the run's server; the database they name is the template that test files copy. */
    logins: Logins
  }
}
