import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/** Prints what CertificateFactory reads in each file, tabs in between: path, serial number, public key, key usage; or path and error. */
class ReadCertificates {
    public static void main(String[] paths) throws Exception {
        var factory = CertificateFactory.getInstance("X.509");
        for (String path : paths) {
            try {
                var bytes = new ByteArrayInputStream(Files.readAllBytes(Path.of(path)));
                var certificate = (X509Certificate) factory.generateCertificate(bytes);
                certificate.getSubjectX500Principal().getName();
                certificate.getIssuerX500Principal().getName();
                certificate.getExtendedKeyUsage();
                certificate.getSubjectAlternativeNames();
                certificate.checkValidity();
                var usages = new StringBuilder();
                if (certificate.getKeyUsage() != null)
                    for (boolean usage : certificate.getKeyUsage()) usages.append(usage ? '1' : '0');
                var key = HexFormat.of().formatHex(certificate.getPublicKey().getEncoded());
                System.out.println(String.join("\t", path, certificate.getSerialNumber().toString(16), key, usages));
            } catch (Exception error) {
                System.out.println(path + "\t" + error);
            }
        }
    }
}
