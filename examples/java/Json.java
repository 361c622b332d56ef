import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A strict reader of JSON (RFC 8259): nothing is repaired, and an object that names a member twice is refused, because two
 * readers could understand it differently. Whole numbers become {@code Long}, all others {@code BigDecimal}.
 */
final class Json {
  private static final int MAX_DEPTH = 64;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Reads one JSON value; throws {@link Refusal} for anything that is not exactly one. */
  static Object read(String text) {
    Json reader = new Json(text);
    Object value = reader.value(0);
    reader.space();
    if (reader.at != text.length()) throw reader.wrong("text after the value");
    return value;
  }

  /** Reads one JSON object. */
  static Map<String, Object> readObject(String text) {
    return asObject(read(text), "the JSON text");
  }

  @SuppressWarnings("unchecked") // this reader makes no other maps
  static Map<String, Object> asObject(Object value, String what) {
    if (value instanceof Map) return (Map<String, Object>) value;
    throw new Refusal(what + " is not a JSON object");
  }

  @SuppressWarnings("unchecked") // this reader makes no other lists
  static List<Object> asList(Object value, String what) {
    if (value instanceof List) return (List<Object>) value;
    throw new Refusal(what + " is not a list");
  }

  static List<String> asTexts(Object value, String what) {
    return asList(value, what).stream().map(item -> asText(item, "an item of " + what)).toList();
  }

  static String asText(Object value, String what) {
    if (value instanceof String text && !text.isEmpty()) return text;
    throw new Refusal(what + " is missing or no text");
  }

  /** Writes what this reader reads, and the unmodifiable lists and maps of the JDK. */
  static String write(Object value) {
    if (value instanceof String text) return quote(text);
    if (value instanceof List<?> items) return items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
    if (value instanceof Map<?, ?> members)
      return members.entrySet().stream()
          .map(member -> quote((String) member.getKey()) + ":" + write(member.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    return String.valueOf(value);
  }

  /** Writes a string with its quotation marks. */
  static String quote(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < 0x20 || c > 0x7e) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  private Object value(int depth) {
    if (depth > MAX_DEPTH) throw wrong("too many levels");
    space();
    switch (peek()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return string();
      case 't':
        return word("true", Boolean.TRUE);
      case 'f':
        return word("false", Boolean.FALSE);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    space();
    if (skip('}')) return members;
    do {
      space();
      if (peek() != '"') throw wrong("a member without a name");
      String name = string();
      space();
      need(':');
      Object value = value(depth + 1);
      if (members.containsKey(name)) throw wrong("a member named twice");
      members.put(name, value);
      space();
    } while (skip(','));
    need('}');
    return members;
  }

  private List<Object> array(int depth) {
    List<Object> items = new ArrayList<>();
    at++;
    space();
    if (skip(']')) return items;
    do {
      items.add(value(depth + 1));
      space();
    } while (skip(','));
    need(']');
    return items;
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    at++;
    while (true) {
      char c = next();
      if (c == '"') break;
      if (c < 0x20) throw wrong("a control character in a string");
      out.append(c == '\\' ? escape() : c);
    }
    for (int i = 0; i < out.length(); i++) {
      char c = out.charAt(i);
      if (!Character.isSurrogate(c)) continue;
      if (!Character.isHighSurrogate(c) || i + 1 == out.length() || !Character.isLowSurrogate(out.charAt(++i)))
        throw wrong("half a character");
    }
    return out.toString();
  }

  private char escape() {
    char c = next();
    int plain = "\"\\/bfnrt".indexOf(c);
    if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
    if (c != 'u') throw wrong("an unknown escape");
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(next(), 16);
      if (digit < 0) throw wrong("an unknown escape");
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private Object number() {
    int start = at;
    skip('-');
    if (!skip('0')) digits();
    boolean whole = true;
    if (skip('.')) {
      digits();
      whole = false;
    }
    if (skip('e') || skip('E')) {
      if (!skip('+')) skip('-');
      digits();
      whole = false;
    }
    String literal = text.substring(start, at);
    if (literal.length() > 40) throw wrong("a number that is too long");
    try {
      return whole && literal.length() < 19 ? (Object) Long.valueOf(literal) : new BigDecimal(literal);
    } catch (NumberFormatException e) {
      throw wrong("a number that is too large");
    }
  }

  private void digits() {
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
    if (at == start) throw wrong("no digit where one is needed");
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) throw wrong("an unknown word");
    at += word.length();
    return value;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  private char peek() {
    if (at >= text.length()) throw wrong("an early end");
    return text.charAt(at);
  }

  private char next() {
    char c = peek();
    at++;
    return c;
  }

  private boolean skip(char c) {
    if (at >= text.length() || text.charAt(at) != c) return false;
    at++;
    return true;
  }

  private void need(char c) {
    if (!skip(c)) throw wrong("no " + c + " where one is needed");
  }

  private Refusal wrong(String what) {
    return new Refusal("not JSON: " + what + " at character " + at);
  }
}
