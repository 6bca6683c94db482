package maestro.control;

/**
 * What an endpoint learns of a request.
 *
 * @param query what follows the question mark of the address, as it was sent; may be empty
 * @param accept the header of this name; may be empty
 */
record Question(String query, String accept) {}
