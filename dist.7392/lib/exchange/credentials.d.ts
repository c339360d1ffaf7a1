/** The credentials a request carries. */
export declare function findCredentials({ url, headers }: {
    url: string;
    headers: Headers;
}): string[];
