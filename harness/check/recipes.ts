import { differences } from './message/message.js'
import type { Message } from './types.js'

/** What the authorization endpoint of a target may go by when it gives no code; the rest of a message it cannot know yet. */
const knownEarly = ['party id', 'certificate', 'record', 'registry', 'authorization']

/** Whether nothing that the authorization endpoint can know of a message is wrong. */
export const isInOrder = ({ recipe }: Message): boolean =>
  recipe.lab === 'as usual' && knownEarly.every((entry) => (recipe[entry] ?? 'conforming') === 'conforming')

/** What stands at an entry of a message's recipe. */
export const place = (message: Message, entry: string): string => message.recipe[entry] ?? 'absent'

/** In which entries two recipes differ, as the message of a mistake in a check. */
export const explain = (control: Message['recipe'] | undefined, message: Message['recipe']): string =>
  control === undefined
    ? 'nothing was granted yet.'
    : differences(control, message)
        .map((entry) => `${entry}: ${control[entry]} / ${message[entry]}`)
        .join('; ')
