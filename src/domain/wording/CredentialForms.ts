/**
 * The forms of our own credentials, for finding them where they must not stand (contract
 * 4.21, 4.22). What makes a key valid is ApiKey's affair.
 */

/** A partner key, or enough of one to be dangerous. A source text, to be put into an expression. */
export const apiKeyForm = 'avs_(?:live|test)_[0-9A-Za-z]{20,}'

/** A signing secret of webhooks: base64 or base64url of at least 144 bits. */
const signingSecretForm = 'whsec_[0-9A-Za-z+/_-]{24,}'

const credential = new RegExp(`${apiKeyForm}|${signingSecretForm}`)

/** Whether a text holds a partner key or a signing secret of ours. */
export const holdsCredential = (text: string): boolean => credential.test(text)
