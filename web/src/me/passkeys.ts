/** Passkeys, as the browser makes and finds them; it reads and writes the JSON of the server by itself. */

/** They exist only where the page came safely, and in browsers that read that JSON. */
export const canUsePasskeys = (): boolean =>
  isSecureContext &&
  "PublicKeyCredential" in window &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential;

async function answered(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch(() => null);
  return credential instanceof PublicKeyCredential ? credential.toJSON() : null;
}

/** Makes a passkey; null if somebody thought better of it. */
export const makePasskey = (options: unknown): Promise<unknown> =>
  answered(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  );

/** Finds a passkey again; null if there is none, or somebody thought better of it. */
export const usePasskey = (options: unknown): Promise<unknown> =>
  answered(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  );
