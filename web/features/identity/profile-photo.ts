/** Where the photo of a person is fetched, by the name under which their record keeps it. */
export const photoPath = (photo: string | null): string | null => photo && `/api/account/photos/${photo}`
