/** The address that phones a number as people write it. */
export const telephoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`
