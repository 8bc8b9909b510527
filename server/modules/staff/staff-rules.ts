/** A member of staff as records and patients name them: 'Amara Okafor'. */
export const staffName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()
