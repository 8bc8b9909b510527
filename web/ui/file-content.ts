/** A file's bytes in base64, as they are sent. */
export function fileContent(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => {
    const address = String(reader.result)
    resolve(address.slice(address.indexOf(',') + 1))
  })
  reader.addEventListener('error', () =>
    reject(new Error('This file cannot be read. Is it open in another program, or was it moved?')),
  )
  reader.readAsDataURL(file)
  return promise
}
