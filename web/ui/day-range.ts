/** No record is older: a smaller year is one that is still being typed. */
const year_min = '2000'

/** A day that an address names; anything that is none counts as absent, so that an old bookmark still opens. */
export function dayParamIn(params: URLSearchParams, name: string): string | undefined {
  const day = params.get(name) ?? ''
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && day >= year_min && !Number.isNaN(Date.parse(day))
  return isDay && new Date(day).toISOString().startsWith(day) ? day : undefined
}

const startOfDay = (day: string, later = 0): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + later).toISOString()
}

/** The moments that days stand for where this browser is: from the first's midnight, up to that after the last. */
export const dayRangeBounds = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  ...(from && { from: startOfDay(from) }),
  ...(to && { until: startOfDay(to, 1) }),
})
