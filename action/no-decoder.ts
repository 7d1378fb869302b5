/** In place of the decoder, whose library is compiled for each platform and would have to be installed. */
export const readHeader = () => refuse()
export const openPicture = () => refuse()

async function refuse(): Promise<never> {
  throw new Error('the file is too large, and only the command line makes such files smaller: save it smaller')
}
