import type pg from 'pg'

/** Connection settings of the three logins of one database. */
export type Logins = {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  auth: pg.ClientConfig
  replica?: pg.ClientConfig
  /** Whether its tables are spread by Citus. */
  isSpread?: boolean | undefined
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Logins of the run's server; the database they name is the template that test files copy. */
    logins: Logins
    /** The owner of each server of the run: several where `TEST_DATABASE` asks for a cluster. */
    nodes: pg.ClientConfig[]
  }
}
