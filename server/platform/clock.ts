/** The time, asked for in one place so that tests can move it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export const minute_ms = 60 * 1000
export const hour_ms = 60 * minute_ms
export const day_ms = 24 * hour_ms
