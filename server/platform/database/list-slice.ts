/** Which rows of a list are read. */
export type Slice = { limit: number; offset: number }

/** The rows of one page; pages are counted from 1. */
export const sliceOf = ({ page, pageSize }: { page: number; pageSize: number }): Slice => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
})
